/**
 * The site's one small script: what the platform almost does alone. Without it every screen does the same by links and
 * forms; it only shortens the way.
 */
import { backInTime } from './back-in-time';
import { changeInPlace } from './change-in-place';
import { compareInPlace } from './compare-in-place';
import { dialogInPlace } from './dialog-in-place';
import { escapeCloses } from './escape-closes';
import { filterInPlace } from './filter-in-place';
import { heartsInPlace } from './hearts-in-place';
import { refreshInPlace } from './refresh-in-place';
import { submitOnce } from './submit-once';

// Hearts stand in the forms of compare buttons.
heartsInPlace();
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
