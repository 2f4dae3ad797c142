import json, os
from urllib.request import Request, urlopen

stock = [
    {"externalId": "A-17", "name": "Classic 350", "brand": "Royal Enfield", "type": "Bike", "price": 138000,
     "fuelType": "Petrol"},
    {"externalId": "A-18", "name": "Activa 6G", "brand": "Honda", "type": "Scooter", "price": 62000,
     "fuelType": "Petrol"},
]

def send(dry_run):
    body = "\n".join(json.dumps(vehicle) for vehicle in stock).encode()
    request = Request("https://bikes.example/api/vehicles/batch?dryRun=" + dry_run, body, {
        "Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/x-ndjson",
    })
    with urlopen(request) as response:
        return [json.loads(line) for line in response]

# First without storing anything: each line that would be refused.
refused = [result for result in send("true") if result["status"] >= 400]
if refused:
    raise SystemExit(json.dumps(refused))
for result in send("false"):
    print(json.dumps({name: result[name] for name in ("externalId", "status", "id")}))
