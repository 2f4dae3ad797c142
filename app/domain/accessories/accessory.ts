/** The drawings that are no vehicles (`app/ui/drawings`). */
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

/** A helmet, a tool kit or something else a rider wears or carries (docs/product.md, "Accessories"). */
export type Accessory = {
  /** One namespace for all three: 'helmet-1', 'tool-kit-1', 'other-1'. */
  id: string;
  name: string;
  priceRupees: number;
  /** From 1 to 5. */
  rating: number;
  /** What sets it apart in a word or two each: its safety rating, its pieces, its category. */
  facts: string[];
  features: string[];
  drawing: AccessoryDrawing;
  /** Hexadecimal, `#rrggbb`. */
  colours: { body: string; accent: string };
};
