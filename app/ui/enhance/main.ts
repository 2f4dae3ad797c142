/** The site's only script. Every screen works without it by links and forms; it only saves page loads. */
import { backInTime, copyText, dialogInPlace, escapeCloses, printPage, refreshInPlace } from './links';
import { listInPlace } from './lists';
import { changeInPlace, compareInPlace, favouritesInPlace, filterInPlace, submitOnce } from './forms';
import { suggestInPlace } from './suggestions';

// Hearts are in the forms of compare buttons.
favouritesInPlace();
compareInPlace();
changeInPlace();
/** Initialises search fields, also those in a list that was updated. */
const searchInPlace = (): void => {
  filterInPlace();
  suggestInPlace();
};
searchInPlace();
refreshInPlace(searchInPlace);
listInPlace(searchInPlace);
submitOnce();
escapeCloses();
dialogInPlace();
backInTime();
printPage();
copyText();
// Browser tests wait for it.
document.documentElement.dataset.ready = '';
