import { Fragment } from 'react';
import { appointmentLabels as labels } from '~/domain/appointments/appointment';
import type { DayChoice, DayState, SlotState } from '~/domain/appointments/slots';
import type { FormConstraints } from '~/domain/shared/constraints';
import { FieldNotes } from './field';

const dayNotes: Readonly<Record<Exclude<DayState, 'free'>, string>> = { closed: 'closed', full: 'full', over: 'over' };
const placesText = (left: number, state: SlotState): string =>
  state === 'free' ? `${left} ${left === 1 ? 'place' : 'places'} left` : state;

type Texts = Readonly<Record<string, string | undefined>>;
type DayAndTimeProps = {
  days: readonly DayChoice[];
  values: Texts;
  errors: Texts;
  /** Constraints that the script of `CheckedForm` checks, on the first option of each group. */
  constraints: FormConstraints['fields'];
};

/**
 * Fourteen days as milestones, with the times of the selected day below them; without styles, each day is followed by
 * its times.
 */
export function DayAndTime({ days, values, errors, constraints }: DayAndTimeProps) {
  const firstDay = days.find(({ state }) => state === 'free');
  const firstSlot = firstDay?.slots.find(({ state }) => state === 'free');
  return (
    <>
      <div id="day" className="days" tabIndex={-1}>
        {days.map((choice) => {
          const { day, weekday, date, month, name, state, slots } = choice;
          const id = `day-${day}`;
          return (
            <div key={day} className="day-choice">
              <input
                {...(choice === firstDay && constraints.day)}
                id={id}
                type="radio"
                name="day"
                value={day}
                disabled={state !== 'free'}
                defaultChecked={values.day === day}
              />
              <label htmlFor={id}>
                <small>{weekday}</small> <b>{date}</b> <small>{state === 'free' ? month : dayNotes[state]}</small>
              </label>
              {state === 'free' && (
                <div className="day-slots" role="radiogroup" aria-label={name}>
                  <p className="field-label">{name}</p>
                  <div className="row">
                    {slots.map(({ value, text, left, state: slotState }) => (
                      <Fragment key={value}>
                        <label className="option">
                          <input
                            {...(value === firstSlot?.value && constraints.slot)}
                            type="radio"
                            name="slot"
                            value={value}
                            disabled={slotState !== 'free'}
                            defaultChecked={values.slot === value && slotState === 'free'}
                          />{' '}
                          <span>
                            {text} <small>{placesText(left, slotState)}</small>
                          </span>
                        </label>{' '}
                      </Fragment>
                    ))}
                  </div>
                </div>
              )}
            </div>
          );
        })}
        <FieldNotes name="day" label={labels.day} error={errors.day} />
      </div>
      <div id="slot" className="field" tabIndex={-1}>
        <FieldNotes name="slot" label={labels.slot} error={errors.slot} help="All times are those of India." />
      </div>
    </>
  );
}
