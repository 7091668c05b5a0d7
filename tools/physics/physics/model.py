"""The model: joints, masses, limits and efforts of `nao33.urdf` with a hull of primitives.

Motions are tuned to hull, damping and gains: after a change of a number in this file, search
all motions again.
"""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import mujoco

from .joints import MOTORS, is_leg

URDF = Path(__file__).parent.parent / "nao" / "nao33.urdf"

TIME_STEP_SEC = 0.004
FRICTION = 0.8
# Position gain, Nm/rad; the damping of the controller is a hundredth of it, Nm s/rad.
GAIN_LEG, GAIN_ARM = 60.0, 30.0
# Of the gears: damping, Nm s/rad; reflected inertia, kg m²; dry friction, Nm.
DAMPING, ARMATURE, DRY_FRICTION = 0.2, 0.006, 0.03

BALL_RADIUS_M, BALL_MASS_KG = 0.05, 0.045
# A rolling ball loses 0.5 m/s each second.
BALL_ROLLING_FRICTION_M = 0.004

# Which geoms touch: `contype` of one has a bit of `conaffinity` of the other. Torso, arms, left
# and right leg have a bit each; the floor and the ball touch all.
TORSO, ARM, LEFT_LEG, RIGHT_LEG, WORLD = 1, 2, 4, 8, 16
TOUCHES = {
    "torso": (TORSO, WORLD | ARM | LEFT_LEG | RIGHT_LEG),
    "arm": (ARM, WORLD),
    "left leg": (LEFT_LEG, WORLD | ARM | RIGHT_LEG),
    "right leg": (RIGHT_LEG, WORLD | ARM),
    # Overlaps its neighbors at the zero pose.
    "skeleton": (0, WORLD),
}


def geom(shape, part):
    contype, conaffinity = TOUCHES[part]
    return f'<geom {shape} contype="{contype}" conaffinity="{conaffinity}" mass="0"/>'


def hull(link):
    """Returns the geoms of a link: capsules, boxes and spheres, m."""
    side, leg = (1, "left leg") if link[0] in "Ll" else (-1, "right leg")
    match link:
        case "torso":
            return [
                geom('type="box" pos="-.003 0 .045" size=".055 .07 .068"', "torso"),
                geom('type="capsule" fromto="0 -.04 -.055 0 .04 -.055" size=".045"', "skeleton"),
                '<site name="imu" pos="-.008 .006 .027"/>',
            ]
        case "Head":
            return [
                geom('type="sphere" pos="0 0 .055" size=".063"', "torso"),
                geom('type="capsule" fromto="0 -.06 .055 0 .06 .055" size=".04"', "torso"),
            ]
        case "LShoulder" | "RShoulder":
            return [geom('type="sphere" size=".035"', "skeleton")]
        case "LBicep" | "RBicep":
            start, end = 0.012 * side, 0.015 * side
            return [geom(f'type="capsule" fromto=".03 {start} 0 .10 {end} 0" size=".028"', "arm")]
        case "LForeArm" | "RForeArm":
            return [geom('type="capsule" fromto="0 0 0 .07 0 0" size=".028"', "arm")]
        case "l_wrist" | "r_wrist":
            return [geom('type="sphere" pos=".065 0 -.005" size=".033"', "arm")]
        case "LThigh" | "RThigh":
            return [geom('type="capsule" fromto=".005 0 -.01 .008 0 -.09" size=".042"', leg)]
        case "LTibia" | "RTibia":
            return [geom('type="capsule" fromto=".008 0 -.005 .005 0 -.085" size=".040"', leg)]
        case "l_ankle" | "r_ankle":
            y = 0.002 * side
            return [
                geom(f'type="box" pos=".024 {y} -.038" size=".080 .044 .0072"', leg),
                geom(f'type="box" pos=".02 {y} -.015" size=".045 .033 .020"', leg),
            ]
    return []


class Urdf:
    def __init__(self):
        robot = ElementTree.parse(URDF).getroot()
        self.links = {link.get("name"): link for link in robot.findall("link")}
        moving = (*MOTORS, "RHipYawPitch")
        self.joints = {
            joint.get("name"): joint
            for joint in robot.findall("joint")
            if joint.get("name") in moving
        }
        self.children = {}
        for joint in self.joints.values():
            parent = joint.find("parent").get("link")
            self.children.setdefault(parent, []).append(joint)

    def limit(self, joint, name):
        return float(self.joints[joint].find("limit").get(name))

    def body(self, link, joint=None):
        """Returns the lines of a link and of all that it carries."""
        position = "0 0 0.34" if joint is None else joint.find("origin").get("xyz")
        yield f'<body name="{link}" pos="{position}">'
        if joint is None:
            yield '<freejoint name="root"/>'
        else:
            name, axis = joint.get("name"), joint.find("axis").get("xyz")
            low, high = self.limit(name, "lower"), self.limit(name, "upper")
            yield (
                f'<joint name="{name}" axis="{axis}" range="{low} {high}" damping="{DAMPING}" '
                f'armature="{ARMATURE}" frictionloss="{DRY_FRICTION}"/>'
            )
        inertial = self.links[link].find("inertial")
        if inertial is not None:
            inertia = inertial.find("inertia").attrib
            moments = " ".join(inertia[axes] for axes in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"))
            yield (
                f'<inertial pos="{inertial.find("origin").get("xyz")}" '
                f'mass="{inertial.find("mass").get("value")}" fullinertia="{moments}"/>'
            )
        yield from hull(link)
        for child in self.children.get(link, ()):
            yield from self.body(child.find("child").get("link"), child)
        yield "</body>"

    def actuators(self):
        for name in MOTORS:
            gain = GAIN_LEG if is_leg(name) else GAIN_ARM
            effort = self.limit(name, "effort")
            yield (
                f'<position name="{name}" joint="{name}" kp="{gain}" kv="{gain / 100}" '
                f'forcerange="-{effort} {effort}" inheritrange="1"/>'
            )


def mjcf(urdf):
    """Returns the model in MuJoCo's format."""
    return f"""<mujoco model="nao">
<compiler angle="radian" autolimits="true" balanceinertia="true" boundmass=".0005"
  boundinertia="1e-6"/>
<option timestep="{TIME_STEP_SEC}" integrator="implicitfast" iterations="20" ls_iterations="12"/>
<visual><global offwidth="1280" offheight="720"/><headlight ambient=".4 .4 .4"/></visual>
<default><geom friction="{FRICTION} .005 .0001" condim="3" solref="0.012 1"
  rgba=".85 .87 .9 1"/></default>
<asset>
  <texture name="carpet" type="2d" builtin="checker" rgb1=".25 .5 .3" rgb2=".22 .46 .27"
    width="64" height="64"/>
  <material name="carpet" texture="carpet" texrepeat="20 20"/>
</asset>
<worldbody>
<light pos="1 -1 3" dir="-.3 .3 -1"/>
<geom name="floor" type="plane" size="5 5 .1" contype="{WORLD}" conaffinity="0" material="carpet"/>
{"".join(urdf.body("torso"))}
<body name="ball" pos="4 0 {BALL_RADIUS_M}"><freejoint name="ball"/>
  <geom name="ball" type="sphere" size="{BALL_RADIUS_M}" mass="{BALL_MASS_KG}" condim="6"
    contype="{WORLD}" conaffinity="{WORLD}" rgba=".95 .5 .1 1"
    friction="{FRICTION} .005 {BALL_ROLLING_FRICTION_M}"/>
</body>
</worldbody>
<equality><joint joint1="RHipYawPitch" joint2="LHipYawPitch" solref="0.01 1"/></equality>
<actuator>{"".join(urdf.actuators())}</actuator>
<sensor><gyro name="gyroscope" site="imu"/></sensor>
</mujoco>"""


def build():
    """Returns the compiled model and the highest speeds of `MOTORS`, rad/s."""
    urdf = Urdf()
    speeds = [urdf.limit(name, "velocity") for name in MOTORS]
    return mujoco.MjModel.from_xml_string(mjcf(urdf)), speeds
