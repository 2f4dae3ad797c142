import { faceStyles, type SettingName, type ShopSection, shopSections } from '~db/enums';

/* What operators can change of the shop, as fields of a form (docs/product.md, "The shop's own texts"). */

/** A `vehicle` is an id of the catalogue. */
type TextKind = 'line' | 'vehicle' | 'lines' | 'markdown' | 'phone' | 'email' | 'link' | 'day' | 'colour' | 'theme';

export type SettingField = { label: string; help?: string } & (
  | { kind: TextKind; most?: number; optional?: true | undefined; pattern?: RegExp; example?: string }
  /** One entry on each line. */
  | { kind: 'list'; most: number }
  | { kind: 'rupees' | 'whole' | 'decimal'; least: number; most: number; optional?: true | undefined }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'flag' }
);

/** Of each entry of a list. */
export const maxEntryLength = 300;

type Fields = Readonly<Record<string, SettingField>>;

/** Rows that can be added and taken away. */
export type SettingRows = {
  /** Where they are in the value; empty if they are the whole value. */
  path: string;
  title: string;
  most: number;
  /** Rows are known by an id that requests and lists refer to. */
  id?: 'text' | 'number';
  fields: Fields;
};

export type SettingForm = {
  title: string;
  /** Where visitors read it. */
  page: string;
  /** By the path in the value, as in `defaults.rate`. */
  fields: Fields;
  /** Objects that are null if all of their fields are empty. */
  optionalParts?: readonly string[];
  /** What is kept as it is. */
  kept?: readonly string[];
  rows: readonly SettingRows[];
};

const line = (label: string, most = 100) => ({ kind: 'line', label, most }) as const;
const lines = (label: string, most = 1_000): SettingField => ({ kind: 'lines', label, most });
const optionalLine = (label: string, most = 100): SettingField => ({ kind: 'line', label, most, optional: true });
const rupees = (label: string, least = 0): SettingField => ({ kind: 'rupees', label, least, most: 100_000_000 });

const titled = { title: line('Title'), description: lines('Text', 500) };
const block = (name: string, title: string): Fields => ({
  [`${name}.title`]: line(`${title}: title`),
  [`${name}.text`]: lines(`${title}: text`, 300),
  [`${name}.action`]: line(`${title}: button`, 40),
});

/** A banner turns two to seven slides. */
const banner = (path: string, title: string): SettingRows => ({
  path,
  title,
  most: 7,
  fields: {
    title: line('Text', 60),
    vehicleId: {
      kind: 'vehicle',
      label: 'Vehicle: the number in its address',
      most: 60,
      pattern: /^[\w-]+$/,
      example: '16',
    },
    page: {
      kind: 'line',
      label: 'Page of this site that it leads to',
      most: 200,
      optional: true,
      pattern: /^\/(?!\/)[!-[\]-~]*$/,
      example: '/insurance',
      help: 'Empty: the page of the vehicle',
    },
    place: { kind: 'whole', label: 'Place in the order', least: 1, most: 7, optional: true },
    from: { kind: 'day', label: 'First day', optional: true },
    until: { kind: 'day', label: 'Last day', optional: true },
  },
});

const legalFields: Fields = {
  title: line('Title', 60),
  summary: lines('In one sentence', 200),
  changed: { kind: 'day', label: 'Last changed on' },
  text: {
    kind: 'markdown',
    label: 'Text',
    most: 20_000,
    help: '**bold**, ## heading, - list, [words](address). No HTML.',
  },
};

const accessory: Fields = {
  name: line('Name'),
  priceRupees: rupees('Price'),
  rating: { kind: 'decimal', label: 'Rating', least: 1, most: 5 },
  features: { kind: 'list', label: 'Features', most: 8 },
  'colour.body': { kind: 'colour', label: 'Colour' },
  'colour.accent': { kind: 'colour', label: 'Second colour' },
};

const sectionNames: Readonly<Record<ShopSection, string>> = {
  insurance: 'Insurance',
  accessories: 'Accessories',
  service: 'Service',
  support: 'Support',
  donations: 'Donations',
  feedback: 'Feedback',
  'follow-us': 'Follow us',
};

const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
const upiPattern = /^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/;

export const settingForms: Readonly<Record<SettingName, SettingForm>> = {
  shop: {
    title: 'Shop',
    page: '/contact',
    fields: {
      name: { ...line('Name of the shop', 40) },
      nameInHindi: optionalLine('Line below it', 40),
      tagline: line('In one sentence', 160),
      phone: { kind: 'phone', label: 'Phone' },
      whatsapp: { kind: 'phone', label: 'WhatsApp', optional: true },
      email: { kind: 'email', label: 'E-mail' },
      gstin: { kind: 'line', label: 'GSTIN', optional: true, pattern: gstinPattern, example: '27AAPFU0939F1ZV' },
      upiAddress: {
        kind: 'line',
        label: 'UPI address for donations',
        optional: true,
        pattern: upiPattern,
        example: 'name@bank',
      },
      'grievanceOfficer.name': optionalLine('Grievance officer', 60),
      'grievanceOfficer.reachedBy': optionalLine('E-mail or phone of the officer', 100),
    },
    optionalParts: ['grievanceOfficer'],
    rows: [],
  },
  look: {
    title: 'Look',
    page: '/main',
    fields: { colour: { kind: 'theme', label: 'Colour, with white letters on it' } },
    kept: ['logo'],
    rows: [],
  },
  company: {
    title: 'Company',
    page: '/company-details',
    fields: {
      name: line('Name of the company'),
      shortName: line('Short name', 40),
      tagline: line('In one sentence', 160),
      about: lines('About us'),
      cin: optionalLine('Registration number (CIN)', 30),
      establishedYear: { kind: 'whole', label: 'Established', least: 1800, most: 2100, optional: true },
      paidUpCapitalRupees: {
        ...rupees('Paid-up capital'),
        optional: true,
        kind: 'rupees',
        least: 0,
        most: 1_000_000_000_000,
      },
      website: { kind: 'link', label: 'Website', optional: true },
      features: { kind: 'list', label: 'Features', most: 20 },
      'map.lat': { kind: 'decimal', label: 'Map: degrees north', least: -85, most: 85, optional: true },
      'map.lng': { kind: 'decimal', label: 'Map: degrees east', least: -180, most: 180, optional: true },
    },
    optionalParts: ['map'],
    rows: [
      { path: 'stats', title: 'Figures', most: 6, fields: { text: line('Figure', 20), label: line('Of what', 40) } },
      { path: 'services', title: 'Services', most: 12, fields: titled },
      { path: 'whyChooseUs', title: 'Why choose us', most: 12, fields: titled },
      { path: 'commitments', title: 'Commitment to society', most: 12, fields: titled },
    ],
  },
  team: {
    title: 'People',
    page: '/company-details#team',
    fields: {},
    rows: [
      {
        path: '',
        title: 'People',
        most: 20,
        fields: {
          name: line('Name', 60),
          position: line('Position', 60),
          experienceYears: { kind: 'whole', label: 'Years of experience', least: 0, most: 80, optional: true },
          focus: lines('What they do', 300),
          face: { kind: 'choice', label: 'Drawing', options: faceStyles },
          colour: { kind: 'colour', label: 'Colour' },
        },
      },
    ],
  },
  home: {
    title: 'Home',
    page: '/main',
    fields: {
      'hero.title': line('Title', 60),
      'hero.subtitle': lines('Below it', 200),
      'hero.searchPlaceholder': line('In the search field', 60),
      ...block('insuranceBlock', 'Insurance'),
      ...block('emiBlock', 'EMI'),
      ...block('getInTouch', 'Get in touch'),
    },
    kept: ['quickLinks'],
    rows: [
      { path: 'stats', title: 'Figures', most: 6, fields: { value: line('Figure', 20), label: line('Of what', 40) } },
    ],
  },
  banners: {
    title: 'Banners',
    page: '/bikes',
    fields: {},
    rows: [
      banner('newVehicles', 'New bikes and scooters'),
      banner('showroom', 'Showroom'),
      banner('finder', 'Explore'),
    ],
  },
  faq: {
    title: 'FAQ',
    page: '/contact#faq',
    fields: {},
    rows: [
      { path: '', title: 'Questions', most: 40, fields: { question: line('Question', 200), answer: lines('Answer') } },
    ],
  },
  'service-types': {
    title: 'Services',
    page: '/service',
    fields: {},
    rows: [
      {
        path: '',
        title: 'Services',
        most: 12,
        id: 'text',
        fields: {
          name: line('Name', 60),
          description: lines('Text', 300),
          includes: { kind: 'list', label: 'Includes', most: 8 },
          startsAtRupees: rupees('Price from'),
          duration: line('How long', 40),
        },
      },
    ],
  },
  accessories: {
    title: 'Accessories',
    page: '/accessories',
    fields: {},
    rows: [
      {
        path: 'helmets',
        title: 'Helmets',
        most: 20,
        id: 'number',
        fields: {
          ...accessory,
          safetyRating: line('Safety rating', 40),
          style: line('Style', 40),
          shell: line('Shell', 40),
          weightGrams: { kind: 'whole', label: 'Weight in grams', least: 1, most: 10_000 },
          sizes: { kind: 'list', label: 'Sizes', most: 10 },
        },
      },
      {
        path: 'toolKits',
        title: 'Tool kits',
        most: 20,
        id: 'number',
        fields: { ...accessory, pieces: { kind: 'whole', label: 'Pieces', least: 1, most: 1_000 } },
      },
      {
        path: 'others',
        title: 'Other accessories',
        most: 20,
        id: 'number',
        fields: {
          ...accessory,
          category: {
            kind: 'choice',
            label: 'Kind',
            options: ['Protection', 'Apparel', 'Footwear', 'Electronics', 'Storage', 'Comfort'],
          },
        },
      },
    ],
  },
  insurance: {
    title: 'Insurance',
    page: '/insurance',
    fields: { priceBasis: lines('What the prices are for', 300), newVehicleNote: lines('For new vehicles', 300) },
    rows: [
      {
        path: 'plans',
        title: 'Plans',
        most: 8,
        id: 'text',
        fields: {
          name: line('Name', 60),
          pricePerYearRupees: rupees('Price a year', 1),
          popular: { kind: 'flag', label: 'Marked as popular' },
          tagline: line('In one sentence', 160),
          features: { kind: 'list', label: 'Includes', most: 15 },
          notIncluded: { kind: 'list', label: 'Does not include', most: 15 },
        },
      },
      { path: 'benefits', title: 'Benefits', most: 8, fields: titled },
      { path: 'steps', title: 'Steps of a claim', most: 8, fields: titled },
      {
        path: 'testimonials',
        title: 'What riders say',
        most: 12,
        fields: {
          name: line('Name', 60),
          face: { kind: 'choice', label: 'Drawing', options: faceStyles },
          city: line('City', 60),
          rating: { kind: 'whole', label: 'Rating', least: 1, most: 5 },
          comment: lines('Words', 500),
        },
      },
    ],
  },
  loans: {
    title: 'EMI',
    page: '/emi-calculator',
    fields: {
      'defaults.price': rupees('Price', 1),
      'defaults.downPayment': rupees('Down payment'),
      'defaults.rate': { kind: 'decimal', label: 'Interest rate', least: 0, most: 60 },
      'defaults.tenureMonths': { kind: 'whole', label: 'Tenure in months', least: 1, most: 120 },
      'defaults.processingFee': rupees('Processing fee'),
    },
    kept: ['paymentMethods'],
    rows: [{ path: 'whyChoose', title: 'Why choose our financing', most: 8, fields: titled }],
  },
  donations: {
    title: 'Donations',
    page: '/support',
    fields: {},
    rows: [
      {
        path: '',
        title: 'Amounts',
        most: 8,
        id: 'text',
        fields: {
          label: line('What it is for', 60),
          amountRupees: {
            kind: 'rupees',
            label: 'Amount',
            least: 1,
            most: 1_000_000,
            optional: true,
            help: 'Empty: the donor chooses',
          },
          popular: { kind: 'flag', label: 'Marked as popular' },
        },
      },
    ],
  },
  'follow-us': {
    title: 'Follow us',
    page: '/follow-us',
    fields: {
      'officialSite.label': optionalLine('Button of the website', 60),
      'officialSite.url': { kind: 'link', label: 'Address of the website', optional: true },
    },
    optionalParts: ['officialSite'],
    rows: [
      {
        path: 'cards',
        title: 'Networks',
        most: 4,
        fields: {
          id: { kind: 'choice', label: 'Network', options: ['whatsapp', 'instagram', 'facebook', 'twitter'] },
          name: line('Name', 40),
          url: { kind: 'link', label: 'Address' },
          followersText: line('How many', 20),
          followersNoun: line('Of whom', 40),
          description: lines('Text', 300),
        },
      },
      { path: 'why', title: 'Why follow us', most: 8, fields: titled },
    ],
  },
  safety: {
    title: 'Safety advice',
    page: '/vehicle-details',
    fields: { advice: { kind: 'list', label: 'Advice', most: 8 } },
    rows: [],
  },
  privacy: { title: 'Privacy', page: '/privacy', fields: legalFields, rows: [] },
  terms: { title: 'Terms', page: '/terms', fields: legalFields, rows: [] },
  returns: { title: 'Returns', page: '/returns', fields: legalFields, rows: [] },
  fuel: {
    title: 'Fuel',
    page: '/compare',
    fields: {
      petrolPerLitre: { kind: 'decimal', label: 'Petrol, ₹ a litre', least: 1, most: 1_000 },
      dieselPerLitre: { kind: 'decimal', label: 'Diesel, ₹ a litre', least: 1, most: 1_000 },
      electricityPerKwh: { kind: 'decimal', label: 'Electricity, ₹ a kWh', least: 0.1, most: 1_000 },
      pricesAsOf: { kind: 'day', label: 'As of' },
    },
    rows: [],
  },
  sections: {
    title: 'Sections',
    page: '/main',
    fields: Object.fromEntries(shopSections.map((name) => [name, { kind: 'flag', label: sectionNames[name] }])),
    rows: [],
  },
};

/** What changes with the parts of a form: every field of a value, as the text that its control has. */
export type FormValues = Record<string, string>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function getPart(value: unknown, path: string): unknown {
  return path === ''
    ? value
    : path.split('.').reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), value);
}

const writeText = (value: unknown): string =>
  Array.isArray(value)
    ? value.join('\n')
    : value === true
      ? 'on'
      : value === null || value === undefined || value === false
        ? ''
        : String(value);

const join = (...names: (string | number)[]): string => names.filter((name) => name !== '').join('.');

export function readRows(rows: SettingRows, value: unknown): readonly unknown[] {
  const part = getPart(value, rows.path);
  return Array.isArray(part) ? part : [];
}

/** The texts of the controls for a value. */
export function toFormValues({ fields, rows }: SettingForm, value: unknown): FormValues {
  const values: FormValues = {};
  for (const path of Object.keys(fields)) values[path] = writeText(getPart(value, path));
  for (const part of rows) {
    readRows(part, value).forEach((row, at) => {
      if (part.id) values[join(part.path, at, 'id')] = writeText(getPart(row, 'id'));
      for (const path of Object.keys(part.fields)) values[join(part.path, at, path)] = writeText(getPart(row, path));
    });
  }
  return values;
}

/** Names of the controls of a row. */
const getRowNames = (part: SettingRows, at: number): string[] =>
  [...(part.id ? ['id'] : []), ...Object.keys(part.fields)].map((path) => join(part.path, at, path));

export const getFieldName = (part: SettingRows, at: number, path: string): string => join(part.path, at, path);

/** Names of all controls that a form may have. */
export const getControlNames = ({ fields, rows }: SettingForm): string[] => [
  ...Object.keys(fields),
  ...rows.flatMap((part) => Array.from({ length: part.most + 1 }, (_, at) => getRowNames(part, at)).flat()),
];
