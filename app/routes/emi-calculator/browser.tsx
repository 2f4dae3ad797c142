import { hydratePart } from '~/ui/enhance/hydrate';
import { Calculator } from './calculator';

hydratePart(Calculator);
