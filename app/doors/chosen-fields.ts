import { z } from 'zod';

/**
 * Schema of the `fields` parameter: comma-separated field names of an item.
 *
 * @param item schema of the complete item
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
 * Schema of an item in endpoints that accept `fields`: every field is optional, because a schema cannot tell a complete
 * item from a selection.
 *
 * @param id name of the schema in the OpenAPI document
 */
export const withChosenFields = <Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>, id: string) =>
  item.partial().meta({ id, description: 'Whole, or those of its fields that `fields` names.' });

/** Picks the selected fields of an item, in the order of the item; all fields if there is no selection. */
export const pickFields = (item: object, names: readonly string[] | undefined): object =>
  names ? Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) : item;
