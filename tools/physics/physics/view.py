"""A window, or a video file, for people."""

import os
import subprocess
import sys
import threading
import time


class ViewError(Exception):
    """No window or video is possible here."""


FRAMES_PER_SEC = 25
CLOSE_SEC = 2.0
WIDTH, HEIGHT = 640, 480


def prepare():
    """Chooses how MuJoCo draws without a display; before `mujoco` is imported."""
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        os.environ.setdefault("MUJOCO_GL", "egl")


def aim(camera):
    """Points a camera at a robot in the middle."""
    camera.distance, camera.azimuth, camera.elevation = 1.3, 125, -18
    camera.lookat[:] = 0, 0, 0.18


class Window:
    """Shows the world in MuJoCo's window; if it is paced, in real time."""

    def __init__(self, world, is_paced):
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            raise ViewError("no display for `--view`\nhelp: `--video FILE.mp4` needs none")
        import mujoco.viewer

        before = set(threading.enumerate())
        self.viewer = mujoco.viewer.launch_passive(
            world.model, world.data, show_left_ui=False, show_right_ui=False
        )
        aim(self.viewer.cam)
        self.is_paced = is_paced
        self.threads = set(threading.enumerate()) - before
        self.start_sec, self.last_sec = 0.0, 0.0

    def __call__(self, world):
        self.viewer.sync()
        if not self.is_paced:
            return
        # The time starts again where the robot is put down.
        if world.data.time <= self.last_sec or self.start_sec == 0.0:
            self.start_sec = time.monotonic() - world.data.time
        self.last_sec = world.data.time
        time.sleep(max(0.0, self.start_sec + world.data.time - time.monotonic()))

    def close(self):
        self.viewer.close()
        # Python must not end while the window draws.
        for thread in self.threads:
            thread.join(CLOSE_SEC)


class Video:
    """Writes a video with the speed of the model's time; its format is that of the name."""

    def __init__(self, world, path):
        import imageio_ffmpeg
        import mujoco

        try:
            self.renderer = mujoco.Renderer(world.model, HEIGHT, WIDTH)
        except Exception as error:
            raise ViewError(
                f"cannot draw: {error}\n"
                "help: `apt-get install libegl1 libgl1-mesa-dri`, or set MUJOCO_GL"
            ) from error
        self.camera = mujoco.MjvCamera()
        aim(self.camera)
        self.due_sec = world.data.time
        size = ("-s", f"{WIDTH}x{HEIGHT}", "-r", str(FRAMES_PER_SEC))
        self.ffmpeg = subprocess.Popen(
            (imageio_ffmpeg.get_ffmpeg_exe(), "-y", "-loglevel", "error", "-f", "rawvideo",
             "-pix_fmt", "rgb24", *size, "-i", "-", "-pix_fmt", "yuv420p", path)
            if not path.endswith(".gif")
            else (imageio_ffmpeg.get_ffmpeg_exe(), "-y", "-loglevel", "error", "-f", "rawvideo",
                  "-pix_fmt", "rgb24", *size, "-i", "-", path),
            stdin=subprocess.PIPE,
            # An interrupt from the terminal ends the world first, then the video.
            start_new_session=True,
        )  # fmt: skip

    def __call__(self, world):
        # The time starts again where the robot is put down.
        if world.data.time < self.due_sec - 1 / FRAMES_PER_SEC:
            self.due_sec = world.data.time
        if world.data.time < self.due_sec:
            return
        self.due_sec += 1 / FRAMES_PER_SEC
        self.camera.lookat[:2] = world.data.xpos[world.torso][:2]
        self.renderer.update_scene(world.data, self.camera)
        self.ffmpeg.stdin.write(self.renderer.render().tobytes())

    def close(self):
        self.ffmpeg.stdin.close()
        self.ffmpeg.wait()
        self.renderer.close()
