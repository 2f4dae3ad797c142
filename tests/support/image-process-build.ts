import { buildImageProcess } from '../../scripts/image-process.mjs';

export default async function setup(): Promise<void> {
  await buildImageProcess();
}
