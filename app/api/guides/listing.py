import base64, json, os, time, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

with open("photo.jpg", "rb") as file:
    photo = "data:image/jpeg;base64," + base64.b64encode(file.read()).decode()
bike = {
    "name": "Hero Splendor Plus", "brand": "Hero", "year": 2022, "type": "Petrol", "daysUsed": 900,
    "condition": "Good", "mileage": 61, "topSpeed": 87, "presentPrice": 52000, "pastPrice": 74000,
    "license": "MH 12 AB 1234", "images": [photo],
}

# One key for one listing: the request is sent again with it, and the bike is listed once.
request = Request("https://bikes.example/api/bikes", json.dumps(bike).encode(), {
    "Authorization": "Bearer " + os.environ["TOKEN"], "Idempotency-Key": str(uuid.uuid4()),
    "Content-Type": "application/json",
})
for attempt in range(3):
    try:
        with urlopen(request) as response:
            print(json.load(response)["data"]["id"])
        break
    except HTTPError as error:
        raise SystemExit(error.read().decode())
    except OSError:
        time.sleep(1)
