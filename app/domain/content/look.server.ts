import { z } from 'zod';
import { defineSetting } from './setting.server';

/** How the shop looks. */
export const readLook = defineSetting(
  'look',
  z.object({
    /** Hexadecimal, `#rrggbb`; white letters on it have a contrast of at least 4.5. */
    colour: z.string().regex(/^#[0-9a-f]{6}$/i),
  }),
  { colour: '#0b6b4b' },
);
