import { z } from 'zod';
import type { Listing } from '~/domain/listings/listing';
import { getOfferField, type OfferField, type OfferFieldName, offerFieldNames } from '~/domain/listings/offer-fields';
import { count, rupees } from '../schemas.server';

function createValueShape(field: OfferField): z.ZodType {
  switch (field.kind) {
    case 'line':
    case 'lines':
      return z.string();
    case 'rupees':
      return rupees;
    case 'count':
      return count;
    case 'decimal':
      return z.number().min(0);
    case 'ordinal':
      return z.int().min(1);
    case 'year':
      return z.int();
    case 'date':
      return z.iso.date();
    case 'choice':
      return z.enum(field.options);
    case 'flag':
      return z.boolean();
  }
}

function createShape(field: OfferField): z.ZodType {
  const value = createValueShape(field);
  const shape = field.required || field.kind === 'flag' ? value : value.nullable();
  const described = field.description === undefined ? shape : shape.meta({ description: field.description });
  return field.personal === 'hidden' ? described.optional() : described;
}

type Shapes = { [Name in OfferFieldName]: z.ZodType<Listing[Name]> };
const areComplete = (shapes: Readonly<Record<string, z.ZodType>>): shapes is Shapes =>
  offerFieldNames.every((name) => shapes[name] !== undefined);

function createShapes(): Shapes {
  const shapes = Object.fromEntries(offerFieldNames.map((name) => [name, createShape(getOfferField(name))]));
  if (!areComplete(shapes)) throw new Error('A field of a listing has no schema.');
  return shapes;
}

export const offerShapes = createShapes();
