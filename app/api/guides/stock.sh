cat > stock.ndjson <<'END'
{"externalId":"A-17","name":"Classic 350","brand":"Royal Enfield","type":"Bike","price":138000,"fuelType":"Petrol"}
{"externalId":"A-18","name":"Activa 6G","brand":"Honda","type":"Scooter","price":62000,"fuelType":"Petrol"}
END

send() {
  curl -sSf -T stock.ndjson -X POST "https://bikes.example/api/vehicles/batch?dryRun=$1" \
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/x-ndjson'
}
# First without storing anything: each line that would be refused.
send true > results.ndjson && ! jq -e 'select(.status >= 400)' results.ndjson || exit 1
send false | jq -c '{ externalId, status, id }'
