import { z } from 'zod';

/**
 * The rule of `fields`: names of an item's fields, with commas between them.
 *
 * @param item the rules of the whole item
 */
export const fieldsRule = (item: z.ZodObject) =>
  z
    .string()
    .transform((text, context): readonly string[] => {
      const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
      const unknown = names.filter((name) => !Object.hasOwn(item.shape, name));
      if (names.length > 0 && unknown.length === 0) return names;
      const known = `it may name ${Object.keys(item.shape).join(', ')}`;
      const message =
        unknown.length > 0 ? `fields can't name ${unknown.join(', ')}; ${known}` : `fields is empty; ${known}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      json: {
        type: 'string',
        description: 'Only these fields of each item, with commas between their names.',
        example: Object.keys(item.shape).slice(1, 3).join(),
      },
    });

/**
 * An item as a call that takes `fields` answers it: whole, or only what was chosen, which no schema can tell apart.
 *
 * @param id what the document calls it
 */
export const withChosenFields = <Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>, id: string) =>
  item.partial().meta({ id, description: 'Whole, or those of its fields that `fields` names.' });

/** An item with only the fields that were chosen, in its own order; all of them where nothing was chosen. */
export const pickFields = (item: object, names: readonly string[] | undefined): object =>
  names ? Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) : item;
