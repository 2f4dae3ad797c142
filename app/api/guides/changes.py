import pathlib, sys, time
from urllib.request import Request, urlopen

# The id of the last event is kept in a file: after a broken connection, or tomorrow, the stream goes on behind it.
last = pathlib.Path("last-event-id")
last.touch()

def follow():
    headers = {"Accept": "text/event-stream"}
    if last.read_text():
        headers["Last-Event-ID"] = last.read_text()
    with urlopen(Request("https://bikes.example/api/bikes/changes?since=now", headers=headers)) as response:
        for line in response:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "data":
                print(value, flush=True)
            elif name == "id":
                last.write_text(value)

while True:
    try:
        follow()
    except OSError as error:
        print(error, file=sys.stderr)
    time.sleep(1)
