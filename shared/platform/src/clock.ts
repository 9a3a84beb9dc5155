/** The present moment, as an argument: expiry is tested by moving the clock, never by waiting. */
export type Clock = () => Date;

/** The machine's own time. */
export const systemClock: Clock = () => new Date();
