import type { Page } from 'playwright/test';
import { samplePhoto } from '../support/photo-samples';
import { shine } from '../support/sample-content';

/**
 * A bike with photos, as a rider lists it.
 *
 * @param photos width and height of each, in pixels
 */
export async function listBike(
  page: Page,
  fields: object,
  photos: readonly (readonly [width: number, height: number])[],
): Promise<string> {
  const images = await Promise.all(
    photos.map(async ([width, height], index) => {
      const photo = await samplePhoto('jpeg', { width, height }, `#${index}06040`);
      return `data:image/jpeg;base64,${photo.toString('base64')}`;
    }),
  );
  const response = await page.request.post('/api/bikes', { data: { ...shine, ...fields, images } });
  const { data, message } = await response.json();
  if (!data) throw new Error(message);
  await page.context().clearCookies();
  return data.id;
}

/** The same landscape photo many times. */
export const landscapes = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, () => [1200, 900]);
