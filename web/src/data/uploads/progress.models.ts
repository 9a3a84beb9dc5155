/** How far one file is on its way, and how fast it has been lately. */
export interface Progress {
  /** Bytes. */
  readonly loaded: number;
  readonly total: number;
  /** Bytes that were there already when this stretch began: an earlier one had brought them. */
  readonly from: number;
  /** Bytes per second, smoothed; 0 until enough has been seen to say. */
  readonly speed: number;
  /** When `speed` was last measured and at how many bytes. Milliseconds. */
  readonly measuredAt: number;
  readonly measuredLoaded: number;
}

/** A measurement over less time than this is mostly noise. Milliseconds. */
const sampleMs = 400;
/** Weight of the newest measurement: a phone's speed changes, a number that jumps is not read. */
const newestWeight = 0.35;

/** @param from bytes that are there already: they are progress, and say nothing about the speed. */
export function startProgress(total: number, at: number, from = 0): Progress {
  return { loaded: from, total, from, speed: 0, measuredAt: at, measuredLoaded: from };
}

/** @param at milliseconds on the clock that `startProgress` was given. */
export function advanceProgress(progress: Progress, loaded: number, at: number): Progress {
  const elapsed = at - progress.measuredAt;
  if (elapsed < sampleMs) return { ...progress, loaded };
  const latest = ((loaded - progress.measuredLoaded) / elapsed) * 1000;
  const speed = progress.speed === 0 ? latest : latest * newestWeight + progress.speed * (1 - newestWeight);
  return { ...progress, loaded, speed: Math.max(speed, 0), measuredAt: at, measuredLoaded: loaded };
}

/** Whole percent. 100 only once everything is sent, so that it never stands still at the end. */
export function percentOf({ loaded, total }: Pick<Progress, "loaded" | "total">): number {
  return total === 0 || loaded >= total ? 100 : Math.floor((loaded / total) * 100);
}

/** Seconds until everything is sent at the present speed, or nothing while that is a guess. */
export function secondsLeft({ loaded, total, speed }: Progress): number | undefined {
  return speed > 0 ? Math.ceil((total - loaded) / speed) : undefined;
}

/** "62%, 8 s left" */
export function progressWords(progress: Progress): string {
  const left = secondsLeft(progress);
  return left === undefined || left === 0
    ? `${percentOf(progress)}%`
    : `${percentOf(progress)}%, ${timeWords(left)} left`;
}

function timeWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
