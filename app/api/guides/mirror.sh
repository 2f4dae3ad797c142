# The newest file of bikes. Its address never changes, so a download that broke off goes on where it ended.
curl -sSf https://bikes.example/api/snapshots |
  jq '[.data.snapshots[] | select(.kind == "bike")][0]' > snapshot.json
curl -sSf -C - -o snapshot.gz "$(jq -r .url snapshot.json)" || exit
echo "$(jq -r .sha256 snapshot.json)  snapshot.gz" | sha256sum -c || exit
gunzip -c snapshot.gz > rows.ndjson

# What has changed since it was made.
SINCE=$(jq -r .changesToken snapshot.json)
while :; do
  PAGE=$(curl -sSf "https://bikes.example/api/bikes/changes?since=$SINCE&limit=1000") || exit
  printf '%s' "$PAGE" | jq -c '.data.changes[]' >> rows.ndjson
  SINCE=$(printf '%s' "$PAGE" | jq -r .data.next)
  [ "$(printf '%s' "$PAGE" | jq .data.hasMore)" = true ] || break
done
printf '%s' "$SINCE" > changes-token

# Rows and changes in their order, the last of each bike.
jq -cn 'reduce inputs as $row ({};
  if $row.change == "removed" then del(.[$row.id]) else .[$row.id] = ($row.bike // $row) end) | .[]' \
  rows.ndjson > bikes.ndjson
