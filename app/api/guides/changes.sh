# The id of the last event is kept in a file: after a broken connection, or tomorrow, the stream goes on behind it.
touch last-event-id
while :; do
  curl -sSNf 'https://bikes.example/api/bikes/changes?since=now' -H 'Accept: text/event-stream' \
    -H "Last-Event-ID: $(cat last-event-id)" |
    while IFS= read -r line; do
      case $line in
      data:*) printf '%s\n' "${line#data: }" ;;
      id:*) printf '%s' "${line#id: }" > last-event-id ;;
      esac
    done
  sleep 1
done
