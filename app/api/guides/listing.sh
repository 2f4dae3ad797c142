# One key for one listing: curl sends the request again with it, and the bike is listed once.
KEY=$(openssl rand -hex 16)
curl -sSf --retry 3 --retry-all-errors https://bikes.example/api/bikes \
  -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: $KEY" \
  -F name='Hero Splendor Plus' -F brand=Hero -F year=2022 -F type=Petrol -F daysUsed=900 -F condition=Good \
  -F mileage=61 -F topSpeed=87 -F presentPrice=52000 -F pastPrice=74000 -F license='MH 12 AB 1234' \
  -F images=@photo.jpg |
  jq -r .data.id
