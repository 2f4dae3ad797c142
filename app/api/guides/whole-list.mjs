let after = '';
do {
  const query = new URLSearchParams({ limit: '100', fields: 'id,name,price', after });
  const response = await fetch(`https://bikes.example/api/bikes?${query}`);
  const { success, code, message, data } = await response.json();
  if (!success) throw new Error(`${code}: ${message}`);
  for (const bike of data.bikes) console.log(JSON.stringify(bike));
  after = data.pagination.next;
} while (after);
