import { Fragment } from 'react';
import { appointmentLabels as labels } from '~/domain/appointments/appointment';
import type { DayChoice, DayState, SlotState } from '~/domain/appointments/slots';
import { FieldNotes } from './field';

const dayNotes: Readonly<Record<Exclude<DayState, 'free'>, string>> = { closed: 'closed', full: 'full', over: 'over' };
const placesText = (left: number, state: SlotState): string =>
  state === 'free' ? `${left} ${left === 1 ? 'place' : 'places'} left` : state;

type Texts = Readonly<Record<string, string | undefined>>;
type DayAndTimeProps = { days: readonly DayChoice[]; values: Texts; errors: Texts };

/**
 * Fourteen days as milestones; below them the times of the chosen one, and without styles each below its day. Stylesheet
 * `day-and-time`.
 */
export function DayAndTime({ days, values, errors }: DayAndTimeProps) {
  return (
    <>
      <div className="days">
        {days.map(({ day, weekday, date, month, name, state, slots }, position) => {
          const id = position === 0 ? 'day' : `day-${day}`;
          return (
            <div key={day} className="day-choice">
              <input
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
      </div>
      <div id="slot" className="field" tabIndex={-1}>
        <FieldNotes name="day" label={labels.day} error={errors.day} />
        <FieldNotes name="slot" label={labels.slot} error={errors.slot} help="All times are those of India." />
      </div>
    </>
  );
}
