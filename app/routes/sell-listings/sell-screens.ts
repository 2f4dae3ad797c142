import type { DrawingColours } from '~/domain/photos/drawing';
import { sellTexts } from '~/domain/shared/error-texts';
import { paths } from '~/paths';
import type { ScreenTheme } from '~/ui/screen-kind';
import type { BodyStyle, ListingKind } from '~db/enums';

export const getListingKind = (pathname: string): ListingKind =>
  pathname.startsWith(paths.sellList('scooter')) ? 'scooter' : 'bike';

export const getPostedKind = ({ url }: { url: URL }): ListingKind => getListingKind(url.pathname);

export const isSellForm = (search: URLSearchParams): boolean => search.get('view') === 'form';

/** Differences of the two sell screens: texts, colour and drawing (docs/product.md, "Listings"). */
export type SellLabels = {
  /** 'bike' or 'scooter', in running text. */
  one: string;
  title: string;
  subtitle: string;
  sellNew: string;
  detailsTitle: string;
  loading: string;
  loadFailure: string;
  noneFound: string;
  startHint: string;
  listYours: string;
  formTitle: string;
  formSubtitle: string;
  exampleName: string;
  exampleBrand: string;
  submit: string;
  submitFailure: string;
  theme: ScreenTheme;
  drawing: BodyStyle;
  colours: DrawingColours;
};

export const searchHint = 'Try adjusting your search terms';

export const sellLabels: Readonly<Record<ListingKind, SellLabels>> = {
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
    formSubtitle: 'Free for as long as it is for sale.',
    exampleName: 'Royal Enfield Classic 350',
    exampleBrand: 'Royal Enfield',
    submit: 'List My Bike',
    submitFailure: sellTexts.bike_not_submitted,
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
    formSubtitle: 'Free for as long as it is for sale.',
    exampleName: 'Honda Activa 6G',
    exampleBrand: 'Honda',
    submit: 'List My Scooter',
    submitFailure: sellTexts.scooter_not_submitted,
    theme: 'violet',
    drawing: 'scooter-classic',
    colours: { body: '#A9CDBB', accent: '#5E6469' },
  },
};
