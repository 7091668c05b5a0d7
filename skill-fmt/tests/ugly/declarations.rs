interface! {
/// An interface.
pub   Thing { /// The number.
const A:u32=1<<2; const B : f32 = - 1.5 ;

enum Mode{ /// Off.
Off=3,On }
bits SERVO_..joints::all:u32;
fields{a:f32,..left::joints:f32}
}}
interface! { pub Small { fields { on: bool } messages(words=4){ flush Stop,Walk{x:f32,y:f32}  until   Stop,
/// Sits.
Sit,
Turn{angle:f32,} } } }
field_group!{pub joints{head_yaw,head_pitch,..arms::left,
/// Documented.
l_hand}}
blackboard! { pub Board { "WM Ball":ObjectPosition(writer=host),"WM Pose":ObjectPosition ( writer = host ) ,led:Led} }
blackboard! { pub One { led: Led } }
skill_space! { pub All on boards::Board { Standup,Getup,Servo,Park,Stop,Kick,Relgoto,Goto,Turn,Strafe,Walk,Say,Led,skills::Beckon,SearchBall } }
skill_space!   (pub Few on Board{A,B,});
robot_parts!   {pub Torso{left:arms::Left   with Tidy,right:Right}}
fn within() { let a = 1; interface_from_xml!  [ "a/b.xml" ,capacity=4,flush=[ Stop,Go ] ]; }
interface_from_xml! {
    /// Documented.
    pub(in crate::a) Named="a.xml"
}

interface! {
    pub Jaws {
        messages (capacity = 4) { /// Closes.
            Close { /// The force.
              force_n: f32, /// The speed.
              speed_m_per_sec: f32 } }
    }
}
