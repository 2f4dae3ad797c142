/** The site's one small script. Without it every screen works by links and forms; it only saves page loads. */
import { backInTime, dialogInPlace, escapeCloses, printPage, refreshInPlace } from './links';
import { listInPlace } from './lists';
import { changeInPlace, compareInPlace, favouritesInPlace, filterInPlace, submitOnce } from './forms';

// Hearts are in the forms of compare buttons.
favouritesInPlace();
compareInPlace();
changeInPlace();
filterInPlace();
refreshInPlace(filterInPlace);
listInPlace(filterInPlace);
submitOnce();
escapeCloses();
dialogInPlace();
backInTime();
printPage();
// Browser tests wait for it.
document.documentElement.dataset.ready = '';
