import { z } from 'zod';
import { findInsuredVehicles, findShowroom } from '~/domain/catalogue/stock.queries.server';
import { findRecordsById } from '~/domain/catalogue/vehicle.queries.server';
import { toVehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { type Accessory, readAccessories } from '~/domain/content/accessories.server';
import { type InsurancePlan, readInsurance } from '~/domain/content/finance-content.server';
import { isOpen } from '~/domain/content/sections.server';
import type { AppError } from '~/domain/shared/result';
import { anyone, defineEndpoint, type Endpoint, noInput } from '../define-endpoint.server';
import { pickFields } from '../lists.server';
import { respondWithData, respondWithError } from '../respond.server';
import { rupees } from '../schemas.server';
import { chosenFields, chosenVehicle } from './vehicle.shape.server';
import vehicleExample from './vehicle-example.json';

const accessory = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    price: rupees,
    sampleRating: z.number().min(1).max(5).meta({ description: 'Sample rating, from 1 to 5: nobody reviews them.' }),
    facts: z.array(z.string()).meta({ description: 'Its class, style, sizes or number of pieces, as sentences.' }),
    features: z.array(z.string()).meta({ description: 'What it is made of or good for, as words.' }),
  })
  .meta({ id: 'Accessory' });

const toAccessoryJson = ({ id, name, priceRupees, rating, facts, features }: Accessory) =>
  ({ _id: id, id, name, price: priceRupees, sampleRating: rating, facts, features }) satisfies z.infer<
    typeof accessory
  >;

const accessoryExample = {
  _id: 'helmet-1',
  id: 'helmet-1',
  name: 'Full-face Helmet',
  price: 2_499,
  sampleRating: 4.4,
  facts: ['ISI', 'Full face', 'Sizes M, L'],
  features: ['Clear visor'],
};

const shelf = (what: string) => z.array(accessory).meta({ description: `${what}, in the order of the screen.` });

const plan = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    pricePerYear: rupees.meta({ description: 'Price of a year in whole rupees.' }),
    isPopular: z.boolean().meta({ description: 'Whether screens mark it as the most popular.' }),
    tagline: z.string().meta({ description: 'For whom it is, in a few words.' }),
    features: z.array(z.string()).meta({ description: 'What it covers, as sentences.' }),
    notIncluded: z.array(z.string()).meta({ description: 'What it does not cover, as sentences.' }),
  })
  .meta({ id: 'InsurancePlan' });

const toPlanJson = ({ pricePerYearRupees, popular, ...rest }: InsurancePlan) =>
  ({ _id: rest.id, ...rest, pricePerYear: pricePerYearRupees, isPopular: popular }) satisfies z.infer<typeof plan>;

const planExample = {
  _id: 'basic',
  id: 'basic',
  name: 'Basic Plan',
  pricePerYear: 999,
  isPopular: false,
  tagline: 'What the law asks for',
  features: ['Third-party liability'],
  notIncluded: ['Damage to your own vehicle'],
};

const titled = (what: string) =>
  z
    .array(
      z.object({
        title: z.string(),
        description: z.string().meta({ description: 'The same in a sentence.' }),
      }),
    )
    .meta({ description: what });

const closed: AppError = { kind: 'not-found', code: 'section_closed' };
const all = { ...noInput, subject: 'showroom', method: 'GET', access: anyone, isCached: true } as const;

/** docs/product.md, "Showroom", "Accessories" and "Insurance". */
export const showroomEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'getShowroom',
    path: '/showroom',
    summary: 'List the bikes and scooters of the showroom',
    query: z.object({ fields: chosenFields }),
    response: {
      status: 200,
      data: z.object({
        bikes: z.array(chosenVehicle).meta({ description: 'Up to eight bikes, the newest first.' }),
        scooters: z.array(chosenVehicle).meta({ description: 'Up to eight scooters, the newest first.' }),
        brands: z.array(z.string()).meta({ description: 'Brands of these vehicles, in alphabetical order.' }),
      }),
      example: { bikes: [vehicleExample], scooters: [], brands: ['Honda'] },
    },
    handler({ runtime: { db }, origin }, { query }) {
      const { bikes, scooters, brands } = findShowroom(db);
      const records = new Map(
        findRecordsById(
          db,
          [...bikes, ...scooters].map(({ id }) => id),
        ).map((record) => [record.id, record]),
      );
      const toJson = (entries: typeof bikes) =>
        entries.flatMap(({ id }) => {
          const record = records.get(id);
          return record ? [pickFields(toVehicleJson(record, origin), query.fields)] : [];
        });
      return respondWithData({
        bikes: toJson(bikes),
        scooters: toJson(scooters),
        brands: brands.map(({ name }) => name),
      });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'listAccessories',
    path: '/accessories',
    summary: 'List helmets, tool kits and other accessories',
    description:
      'To ask for some of them, send a message about them: `about` is `accessory:helmet-1`, of several with commas between.',
    rejections: { 404: ['section_closed'] },
    response: {
      status: 200,
      data: z.object({
        helmets: shelf('Helmets'),
        toolKits: shelf('Tool kits and repair kits'),
        others: shelf('Other accessories'),
      }),
      example: { helmets: [accessoryExample], toolKits: [], others: [] },
    },
    handler({ runtime: { db } }) {
      if (!isOpen(db, 'accessories')) return respondWithError(closed);
      const { helmets, toolKits, others: otherItems } = readAccessories(db);
      return respondWithData({
        helmets: helmets.map(toAccessoryJson),
        toolKits: toolKits.map(toAccessoryJson),
        others: otherItems.map(toAccessoryJson),
      });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'getInsurance',
    path: '/insurance',
    summary: 'List the insurance plans, with what they leave out',
    description: 'To ask for one of them, send a message about it: `about` is `plan:basic`.',
    rejections: { 404: ['section_closed'] },
    response: {
      status: 200,
      data: z.object({
        plans: z.array(plan).meta({ description: 'Plans, in the order of the screen.' }),
        priceBasis: z.string().meta({ description: 'What the prices are for, as a sentence.' }),
        newVehicleNote: z.string().meta({ description: 'What the law asks of a new vehicle, as a sentence.' }),
        benefits: titled('Why to insure here.'),
        steps: titled('How it works, step by step.'),
        vehicleIds: z.array(z.string()).meta({ description: 'Ids of vehicles that are often insured here.' }),
      }),
      example: {
        plans: [planExample],
        priceBasis: 'For a petrol vehicle of up to 150 cc.',
        newVehicleNote: 'A new vehicle needs third-party cover for five years.',
        benefits: [{ title: 'Claims by phone', description: 'A person looks after each claim.' }],
        steps: [{ title: 'Choose a plan', description: 'Tell us what you ride.' }],
        vehicleIds: ['1'],
      },
    },
    handler({ runtime: { db } }) {
      if (!isOpen(db, 'insurance')) return respondWithError(closed);
      const { plans, priceBasis, newVehicleNote, benefits, steps } = readInsurance(db);
      return respondWithData({
        plans: plans.map(toPlanJson),
        priceBasis,
        newVehicleNote,
        benefits,
        steps,
        vehicleIds: findInsuredVehicles(db).map(({ id }) => id),
      });
    },
  }),
];
