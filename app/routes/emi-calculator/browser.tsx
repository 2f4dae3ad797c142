import { hydratePart } from '~/ui/enhance/hydrate';
import { Calculator } from './calculator';

hydratePart(Calculator, {
  formValues: 'object',
  vehicle: 'object',
  picks: 'object',
  methods: 'object',
  isScheduleOpen: 'boolean',
});
