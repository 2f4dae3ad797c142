const stock = [
  { externalId: 'A-17', name: 'Classic 350', brand: 'Royal Enfield', type: 'Bike', price: 138000, fuelType: 'Petrol' },
  { externalId: 'A-18', name: 'Activa 6G', brand: 'Honda', type: 'Scooter', price: 62000, fuelType: 'Petrol' },
];

async function send(isDryRun) {
  const response = await fetch(`https://bikes.example/api/vehicles/batch?dryRun=${isDryRun}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.TOKEN}`, 'Content-Type': 'application/x-ndjson' },
    body: stock.map((vehicle) => JSON.stringify(vehicle)).join('\n'),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

// First without storing anything: each line that would be refused.
const refused = (await send(true)).filter(({ status }) => status >= 400);
if (refused.length > 0) throw new Error(JSON.stringify(refused));
for (const { externalId, status, id } of await send(false)) console.log(JSON.stringify({ externalId, status, id }));
