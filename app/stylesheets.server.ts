import accessories from '~/routes/accessories/accessories.css?inline';
import appointment from '~/routes/appointment/appointment.css?inline';
import newAppointment from '~/routes/new-appointment/new-appointment.css?inline';
import apiPages from '~/routes/api/api-pages.css?inline';
import browse from '~/routes/browse/browse.css?inline';
import priceRoad from '~/routes/browse/price-road.css?inline';
import companyDetails from '~/routes/company-details/company-details.css?inline';
import compare from '~/routes/compare/compare.css?inline';
import conversation from '~/routes/conversation/conversation.css?inline';
import dashboard from '~/routes/dashboard/dashboard.css?inline';
import emiCalculator from '~/routes/emi-calculator/emi-calculator.css?inline';
import feedback from '~/routes/feedback/feedback.css?inline';
import home from '~/routes/home/home.css?inline';
import homeResults from '~/routes/home/home-results.css?inline';
import homeReviews from '~/routes/home/home-reviews.css?inline';
import insurance from '~/routes/insurance/insurance.css?inline';
import legal from '~/routes/legal/legal.css?inline';
import listed from '~/routes/sell-listings/listed.css?inline';
import newVehicles from '~/routes/new-vehicles/new-vehicles.css?inline';
import usedVehicles from '~/routes/new-vehicles/used-vehicles.css?inline';
import notice from '~/routes/notice/notice.css?inline';
import plate from '~/routes/plate/plate.css?inline';
import profile from '~/routes/profile/profile.css?inline';
import searches from '~/routes/searches/searches.css?inline';
import sell from '~/routes/sell/sell.css?inline';
import sellListings from '~/routes/sell-listings/list/sell-listings.css?inline';
import sellPanel from '~/routes/sell-listings/list/sell-panel.css?inline';
import service from '~/routes/service/service.css?inline';
import signIn from '~/routes/sign-in/sign-in.css?inline';
import support from '~/routes/support/support.css?inline';
import seatHeight from '~/routes/seat-height/seat-height.css?inline';
import trip from '~/routes/trip/trip.css?inline';
import vehicleDetails from '~/routes/vehicle-details/vehicle-details.css?inline';
import dayAndTime from '~/ui/forms/day-and-time.css?inline';
import field from '~/ui/forms/field.css?inline';
import fieldError from '~/ui/forms/field-error.css?inline';
import formSteps from '~/ui/forms/form-steps.css?inline';
import messageForm from '~/ui/forms/message-form.css?inline';
import searchForm from '~/ui/forms/search-form.css?inline';
import photoChooser from '~/ui/forms/photo-chooser.css?inline';
import tabs from '~/ui/layout/tabs.css?inline';
import inbox from '~/ui/lists/inbox.css?inline';
import progressSteps from '~/ui/lists/progress-steps.css?inline';
import taskList from '~/ui/lists/task-list.css?inline';
import safetyTips from '~/ui/lists/safety-tips.css?inline';
import thread from '~/ui/lists/thread.css?inline';
import appliedFilters from '~/ui/page/applied-filters.css?inline';
import disclosure from '~/ui/page/disclosure.css?inline';
import filters from '~/ui/page/filters.css?inline';
import linkCards from '~/ui/page/link-cards.css?inline';
import listTools from '~/ui/page/list-tools.css?inline';
import nearCity from '~/ui/page/near-city.css?inline';
import panel from '~/ui/page/panel.css?inline';
import poster from '~/ui/page/poster.css?inline';
import reasons from '~/ui/page/reasons.css?inline';
import shareBar from '~/ui/page/share-bar.css?inline';
import oneTimeCode from '~/ui/page/one-time-code.css?inline';
import brandList from '~/ui/primitives/brand-list.css?inline';
import darkPanel from '~/ui/primitives/dark-panel.css?inline';
import linkList from '~/ui/primitives/link-list.css?inline';
import numberPlate from '~/ui/primitives/number-plate.css?inline';
import portrait from '~/ui/primitives/portrait.css?inline';
import stat from '~/ui/primitives/stat.css?inline';
import stepNumber from '~/ui/primitives/step-number.css?inline';
import site from '~/ui/styles/site.css?inline';
import carousel from '~/ui/vehicles/carousel.css?inline';
import onRoadPrice from '~/ui/vehicles/on-road-price.css?inline';
import listingNotes from '~/routes/vehicle-details/listing-notes.css?inline';
import offerRows from '~/ui/vehicles/offer-rows.css?inline';
import vehicleGrid from '~/ui/vehicles/vehicle-grid.css?inline';
import slideShow from '~/ui/vehicles/slide-show.css?inline';

/**
 * Stylesheets that only some screens need. They are kept out of the first packets of other screens: the `handle` of a
 * screen names those that it uses.
 */
const stylesheets = {
  accessories,
  'api-pages': apiPages,
  appointment,
  'new-appointment': newAppointment,
  browse,
  'price-road': priceRoad,
  'company-details': companyDetails,
  compare,
  conversation,
  dashboard,
  'emi-calculator': emiCalculator,
  feedback,
  home,
  'home-results': homeResults,
  'home-reviews': homeReviews,
  inbox,
  'progress-steps': progressSteps,
  'task-list': taskList,
  insurance,
  legal,
  listed,
  'new-vehicles': newVehicles,
  'used-vehicles': usedVehicles,
  notice,
  plate,
  profile,
  searches,
  sell,
  'sell-listings': sellListings,
  'sell-panel': sellPanel,
  service,
  'sign-in': signIn,
  support,
  'seat-height': seatHeight,
  trip,
  'listing-notes': listingNotes,
  'vehicle-details': vehicleDetails,
  'safety-tips': safetyTips,
  thread,
  tabs,
  'day-and-time': dayAndTime,
  field: fieldError + field,
  'form-steps': formSteps,
  'message-form': messageForm,
  'photo-chooser': photoChooser,
  'search-form': searchForm,
  'applied-filters': appliedFilters,
  disclosure,
  filters,
  'list-tools': fieldError + listTools + appliedFilters,
  'link-cards': linkCards,
  'near-city': nearCity,
  panel,
  poster,
  reasons,
  'on-road-price': onRoadPrice,
  'share-bar': shareBar,
  'one-time-code': oneTimeCode,
  'brand-list': brandList,
  'dark-panel': darkPanel,
  'link-list': linkList,
  'number-plate': numberPlate,
  portrait,
  stat,
  'step-number': stepNumber,
  'vehicle-grid': vehicleGrid,
  'slide-show': slideShow,
  carousel,
  'offer-rows': offerRows,
};

export type StylesheetName = keyof typeof stylesheets;

/** The stylesheets of an error page, which replace those of its screen, and of a screen about something gone. */
export const errorPageStylesheets: readonly StylesheetName[] = ['stat', 'search-form', 'poster', 'offer-rows'];

/** The style of every page, then the named stylesheets, in that order. */
export const getStyles = (names: readonly StylesheetName[]): string[] => [
  site,
  ...names.map((name) => stylesheets[name]),
];
