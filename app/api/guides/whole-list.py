import json
from urllib.parse import urlencode
from urllib.request import urlopen

after = ""
while after is not None:
    query = urlencode({"limit": 100, "fields": "id,name,price", "after": after})
    with urlopen("https://bikes.example/api/bikes?" + query) as response:
        data = json.load(response)["data"]
    for bike in data["bikes"]:
        print(json.dumps(bike))
    after = data["pagination"]["next"]
