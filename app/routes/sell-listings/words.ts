import type { DrawingColours } from '~/domain/catalogue/drawing-colours';
import type { BodyStyle } from '~/domain/catalogue/vehicle-summary';
import type { ScreenTheme } from '~/ui/screen-kind';

/** The two sell screens share everything but their words, their colour and their drawing (docs/product.md, "Listings"). */
export type SellWords = {
  /** 'bike' or 'scooter', in running text. */
  one: string;
  title: string;
  subtitle: string;
  /** The button to the form. */
  sellNew: string;
  detailsTitle: string;
  loading: string;
  loadFailure: string;
  noneFound: string;
  startHint: string;
  listYours: string;
  formTitle: string;
  formSubtitle: string;
  /** What the form's fields give as an example. */
  exampleName: string;
  exampleBrand: string;
  submit: string;
  submitFailure: string;
  theme: ScreenTheme;
  drawing: BodyStyle;
  colours: DrawingColours;
};

export const searchHint = 'Try adjusting your search terms';
export const sending = 'Listing...';

export const sellWords: Readonly<Record<'bike' | 'scooter', SellWords>> = {
  bike: {
    one: 'bike',
    title: 'Sell Your Bikes',
    subtitle: 'List yours free of charge, or look through what others offer.',
    sellNew: 'Sell New Bike',
    detailsTitle: 'Bike Details',
    loading: 'Loading bikes...',
    loadFailure: 'Failed to load bikes from server',
    noneFound: 'No bikes found',
    startHint: 'Start by listing your first bike',
    listYours: 'List Your Bike',
    formTitle: 'Sell Your Bike',
    formSubtitle: 'A basic listing is free for as long as the bike is for sale.',
    exampleName: 'Royal Enfield Classic 350',
    exampleBrand: 'Royal Enfield',
    submit: 'List My Bike',
    submitFailure: 'Failed to submit bike listing. Please try again.',
    theme: 'blue',
    drawing: 'commuter',
    colours: { body: '#2B2E33', accent: '#8D949C' },
  },
  scooter: {
    one: 'scooter',
    title: 'Sell Your Scooters',
    subtitle: 'List yours free of charge, or look through what others offer.',
    sellNew: 'Sell New Scooter',
    detailsTitle: 'Scooter Details',
    loading: 'Loading scooters...',
    loadFailure: 'Failed to load scooters from server',
    noneFound: 'No scooters found',
    startHint: 'Start by listing your first scooter',
    listYours: 'List Your Scooter',
    formTitle: 'Sell Your Scooter',
    formSubtitle: 'A basic listing is free for as long as the scooter is for sale.',
    exampleName: 'Honda Activa 6G',
    exampleBrand: 'Honda',
    submit: 'List My Scooter',
    submitFailure: 'Failed to submit scooter listing. Please try again.',
    theme: 'violet',
    drawing: 'scooter-classic',
    colours: { body: '#A9CDBB', accent: '#5E6469' },
  },
};
