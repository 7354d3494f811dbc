# terminate.py LOG COMMAND…: runs the command, sends SIGTERM once LOG has a step, prints
# what it wrote to the standard error, and exits with its status.
import signal
import subprocess
import sys
import time

run = subprocess.Popen(sys.argv[2:], stderr=subprocess.PIPE, text=True)
while run.poll() is None:
    try:
        if '"loss"' in open(sys.argv[1]).read(4096):
            run.send_signal(signal.SIGTERM)
            break
    except FileNotFoundError:
        pass
    time.sleep(0.01)
print(run.communicate()[1])
sys.exit(run.returncode)
