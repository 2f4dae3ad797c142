/** Drawings that are not vehicles (`app/ui/drawings`). */
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
  /** Distinguishing facts of a word or two each: safety rating, number of pieces, category. */
  facts: string[];
  features: string[];
  drawing: AccessoryDrawing;
  /** Hexadecimal, `#rrggbb`. */
  colours: { body: string; accent: string };
};
