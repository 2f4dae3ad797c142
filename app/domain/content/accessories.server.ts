import { z } from 'zod';
import type { Database } from '~db/connection';
import accessoriesFile from '~db/seed/accessories.json';
import { defineSetting } from './setting.server';

export type AccessoryDrawing =
  | 'helmet-full'
  | 'helmet-open'
  | 'toolkit'
  | 'jacket'
  | 'gloves'
  | 'boots'
  | 'bag'
  | 'phone-mount'
  | 'seat-cover';

/** A helmet, a tool kit or another item that a rider wears or carries (docs/product.md, "Accessories"). */
export type Accessory = {
  /** Unique across all three sections: 'helmet-1', 'tool-kit-1', 'other-1'. */
  id: string;
  name: string;
  priceRupees: number;
  /** From 1 to 5. */
  rating: number;
  facts: string[];
  features: string[];
  drawing: AccessoryDrawing;
  /** Hexadecimal, `#rrggbb`. */
  colours: { body: string; accent: string };
};

const text = z.string().trim().min(1);
const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const item = z.object({
  id: z.int().positive(),
  name: text,
  priceRupees: z.int().nonnegative(),
  rating: z.number().min(1).max(5),
  features: z.array(text).min(1),
  colour: z.object({ body: colour, accent: colour }),
});

const stored = z.object({
  helmets: z.array(
    item.extend({
      safetyRating: text,
      style: text,
      shell: text,
      weightGrams: z.int().positive(),
      sizes: z.array(text).min(1),
    }),
  ),
  toolKits: z.array(item.extend({ pieces: z.int().positive() })),
  others: z.array(
    item.extend({ category: z.enum(['Protection', 'Apparel', 'Footwear', 'Electronics', 'Storage', 'Comfort']) }),
  ),
});

const drawings = {
  Protection: 'gloves',
  Apparel: 'jacket',
  Footwear: 'boots',
  Electronics: 'phone-mount',
  Storage: 'bag',
  Comfort: 'seat-cover',
} as const satisfies Record<string, AccessoryDrawing>;

const toSections = (file: z.infer<typeof stored>) => ({
  helmets: file.helmets.map(
    ({ id, name, priceRupees, rating, features, safetyRating, style, sizes, colour: colours }): Accessory => ({
      id: `helmet-${id}`,
      name,
      priceRupees,
      rating,
      facts: [safetyRating, style, `Sizes ${sizes.join(', ')}`],
      features,
      drawing: /open|half/i.test(style) ? 'helmet-open' : 'helmet-full',
      colours,
    }),
  ),
  toolKits: file.toolKits.map(
    ({ id, name, priceRupees, rating, features, pieces, colour: colours }): Accessory => ({
      id: `tool-kit-${id}`,
      name,
      priceRupees,
      rating,
      facts: [`${pieces} pieces`],
      features,
      drawing: 'toolkit',
      colours,
    }),
  ),
  others: file.others.map(
    ({ id, name, priceRupees, rating, features, category, colour: colours }): Accessory => ({
      id: `other-${id}`,
      name,
      priceRupees,
      rating,
      facts: [category],
      features,
      drawing: drawings[category],
      colours,
    }),
  ),
});

/** The three sections of the accessories page, in the order of the data file (docs/product.md, "Accessories"). */
export const readAccessories = defineSetting('accessories', stored.transform(toSections), accessoriesFile);

export function findAccessories(db: Database, ids: readonly string[]): Accessory[] {
  const all = Object.values(readAccessories(db)).flat();
  return [...new Set(ids)].flatMap((id) => all.find((item) => item.id === id) ?? []);
}
