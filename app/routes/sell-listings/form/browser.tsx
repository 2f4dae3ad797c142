import { hydratePart } from '~/ui/enhance/hydrate';
import { SellFormView } from './form-view';

hydratePart(SellFormView, { form: 'object', rejected: 'object', routeId: 'string' });
