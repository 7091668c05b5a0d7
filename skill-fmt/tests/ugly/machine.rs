use skill_runtime::skill;
skill!{
/// Doc.
pub skill   Ugly( /* none */ a:u32=3 in 1..=5,/// The other.
b :  Option<f32>  =None
) ->Spot{
// leading
depends_skills{Walk,servo::Servo}   // trailing
depends_interfaces{ball:ObjectPosition="WM Ball"( max_age=40ms ),optional writes:Led}


vars{x:u32=0,y:[f32;3]=[0.0,1.0,2.0]}
max_transitions=10;
start state A(n:u32,next:ref state(u32,state())) =(Walk{speed:0.5,..self.base( )},Servo{a})?{
init{self.x=1;if self.x>2{return}}
loop{self.x+=1;} // why
exit{}
precond->FAILED("no {}",self.a)when self.a>3;
->self.next(1,2)after 25 ticks;
->B when self.x==1&&/* in */self.y[0]>2.0;
    -> C(self.very_long_expression_number_one(1, 2, 3), self.very_long_expression_number_two) on FINAL(walk: w, servo);
    -> C(1,self.y)on   FINAL( walk:w )when w.x>2.0&&servo< 1;->B on FAILED   when self.x<3;
    -> C(self.very_long_expression_number_one(1, 2, 3)) on FINAL(walk: w, servo) when w.x > 2.0 && servo < 1;
->C( h )when self.x>1&&let  Some( h )=half( self.y )&&h<3&&let 1..=4|9=h; -> C(h) when  let Spot{x:h,..}=find( |x|x>&1 )for 1s;
    -> C(self.very_long_expression_number_one(1, 2, 3)) on FINAL(walk: w) when let Some(first) /* why */ = w.first && !first.is_near && let (a|b,_)=self.other(first);
-> D // comment here
   when crossing self.x > 1.0;
->B   when  rising  self.y>1;-> C when !( self.y>1 )for   500ms ;-> C when rising self.y>1 for self.z+ 1.0;
    -> C(self.very_long_expression_number_one(1, 2, 3)) when self.very_long_expression_number_two > 3 for 250ms;
-> FINAL(Spot{x:1.0,y:2.0})otherwise;
/* a
   block */
state B{->A after 0.5s when match self.x{1=>true,_=>false};}

}
state C( mut/* m */n:u32=self.a+ 1 /* d */,m:f32=1.0 ){flow{der(self.h)=self.v;}
// the end
}
state D(n:u32)=Walk{}?tries   self.n+ 1/* c7 */via   A{}
state G=Wait{time_sec:1.0}{->FAILED( SLOW  :"slow, {}",why.number( 0 ))on FAILED(why)when why.is( Wait::LATE );->FAILED(why) on FAILED( why );}
state M= 1 of(arm . send( arm::MoveTo{z_m:0.4,speed_m_per_sec:0.25,force_n:12.0} ),left:arm.send(arm::Open) , Wait{})?{->E on FINAL(left:_);->E on FINAL;}
state N=arm.send(arm::Open){->E after 1s;}
state H=2 of(Wait{time_sec:1.0},left:Wait{},  right  :action a::b(1)  ,)?{->E on FINAL(left:x,right:_);}
state F{->resume   D when self.x>1; ->  resume deep/* c8 */D( 3 )after 1s; -> resume when true; -> resume deep when true;}
start  state E  tries 3{->E(self.very_long_expression_number_one(1, 2, 3)) otherwise;}
always{->FAILED("x") when self.x>100;
->B/* c1 */when/* c2 */rising/* c3 */self.y>1/* c4 */for/* c5 */50ms/* c6 */;
-> B on FAILED // which
when self.z>1; ->FAILED on FAILED;}
}
}
interface!{pub I{const A:u32=1<<2; enum E{A,B=3} bits S_..joints:u32; fields{a:f32,..g::joints:f32} messages(capacity=4){flush Stop,Walk{x:f32,y:f32}} }}
blackboard!{pub B{"WM Ball":ObjectPosition(writer=host),led:Led}}
fn f(){ skill_space!(pub S on a::B{A,B}); }
interface_from_xml!{pub( in crate::x )X="a/b.xml",capacity=4,flush=[Stop,Go]}

skill! {
/// Moves an arm.
pub skill  [ LeftTo,RightTo ] (z_m : f32){
depends_interfaces{arm:SideArm=["Left","Right"](max_age=40ms),hand:Hand=["A very long id of an interface", "Another long id", "The last long id"]}
depends_skills{Home=[HomeLeft,other::HomeRight],Other}
start state A{->FINAL when arm.z_m>self.z_m;->FAILED after 1s;}
}}
