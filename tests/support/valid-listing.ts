import { boundary, multipart } from './multipart-forms';

const fields = {
  name: 'Activa 6G',
  brand: 'Honda',
  year: 2022,
  type: 'Petrol',
  daysUsed: 400,
  condition: 'Good',
  mileage: 50,
  topSpeed: 85,
  presentPrice: 60_000,
  pastPrice: 82_000,
  license: 'KA 01 QX 0001',
};

/**
 * Lists a bike with two photos, as JSON and as a form by turns, from an address of its own behind a proxy.
 *
 * @returns the status of the response
 */
export async function submitValidListing(origin: string, photo: Buffer, turn: number): Promise<number> {
  const isForm = turn % 2 === 1;
  const image = `data:image/jpeg;base64,${photo.toString('base64')}`;
  const body = isForm
    ? new Uint8Array(
        multipart([
          ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
          { name: 'images', fileName: 'one.jpg', bytes: photo },
          { name: 'images', fileName: 'two.jpg', bytes: photo },
        ]),
      )
    : JSON.stringify({ ...fields, images: [image, image] });
  const contentType = isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const response = await fetch(`${origin}/api/bikes`, {
    method: 'POST',
    headers: { 'Content-Type': contentType, 'X-Forwarded-For': `192.0.2.${1 + (turn % 200)}` },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
