import gzip, hashlib, json
from urllib.request import urlopen

def get(path):
    with urlopen("https://bikes.example/api" + path) as response:
        return json.load(response)["data"]

snapshot = next(file for file in get("/snapshots")["snapshots"] if file["kind"] == "bike")
with urlopen(snapshot["url"]) as response:
    file = response.read()
if hashlib.sha256(file).hexdigest() != snapshot["sha256"]:
    raise SystemExit("The file is damaged.")
rows = map(json.loads, gzip.decompress(file).splitlines())
bikes = {bike["id"]: bike for bike in rows}

# What has changed since it was made.
since, has_more = snapshot["changesToken"], True
while has_more:
    page = get(f"/bikes/changes?since={since}&limit=1000")
    for change in page["changes"]:
        if change["change"] == "removed":
            bikes.pop(change["id"], None)
        else:
            bikes[change["id"]] = change["bike"]
    since, has_more = page["next"], page["hasMore"]

with open("changes-token", "w") as file:
    file.write(since)
with open("bikes.ndjson", "w") as file:
    file.writelines(json.dumps(bike) + "\n" for bike in bikes.values())
