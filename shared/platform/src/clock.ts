/** Current time, passed as an argument so that tests move the clock instead of waiting. */
export type Clock = () => Date;

/** System time. */
export const systemClock: Clock = () => new Date();
