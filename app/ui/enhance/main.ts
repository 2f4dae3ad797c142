/** The site's one small script. Without it every screen works by links and forms; it only saves page loads. */
import { backInTime } from './back-in-time';
import { changeInPlace } from './change-in-place';
import { compareInPlace } from './compare-in-place';
import { dialogInPlace, escapeCloses } from './dialog-in-place';
import { filterInPlace } from './filter-in-place';
import { favouritesInPlace } from './favourites-in-place';
import { refreshInPlace } from './refresh-in-place';
import { submitOnce } from './submit-once';

// Hearts are in the forms of compare buttons.
favouritesInPlace();
compareInPlace();
changeInPlace();
filterInPlace();
refreshInPlace(filterInPlace);
submitOnce();
escapeCloses();
dialogInPlace();
backInTime();
// Browser tests wait for it.
document.documentElement.dataset.ready = '';
