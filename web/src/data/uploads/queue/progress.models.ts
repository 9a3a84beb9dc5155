/** Uploaded bytes of one file and its recent speed. */
export interface Progress {
  /** Bytes. */
  readonly loaded: number;
  readonly total: number;
  /** Bytes that earlier attempts had uploaded. */
  readonly from: number;
  /** Bytes per second, smoothed; 0 until the first measurement. */
  readonly speed: number;
  /** Time of the last measurement of `speed`. Milliseconds. */
  readonly measuredAt: number;
  readonly measuredLoaded: number;
}

/** Measurements over a shorter interval are mostly noise. Milliseconds. */
const sampleMs = 400;
/** Weight of the newest measurement. Smoothing makes the time left readable on an unsteady connection. */
const newestWeight = 0.35;

/** @param from bytes already uploaded; they count as progress but not towards the speed. */
export function startProgress(total: number, at: number, from = 0): Progress {
  return { loaded: from, total, from, speed: 0, measuredAt: at, measuredLoaded: from };
}

/** @param at milliseconds on the same clock as for `startProgress`. */
export function advanceProgress(progress: Progress, loaded: number, at: number): Progress {
  const elapsed = at - progress.measuredAt;
  if (elapsed < sampleMs) return { ...progress, loaded };
  const latest = ((loaded - progress.measuredLoaded) / elapsed) * 1000;
  const speed = progress.speed === 0 ? latest : latest * newestWeight + progress.speed * (1 - newestWeight);
  return { ...progress, loaded, speed: Math.max(speed, 0), measuredAt: at, measuredLoaded: loaded };
}

/** Whole percent, rounded down so that 100 is only shown once everything is sent. */
export function percentOf({ loaded, total }: Pick<Progress, "loaded" | "total">): number {
  return total === 0 || loaded >= total ? 100 : Math.floor((loaded / total) * 100);
}

/** Seconds until everything is sent at the current speed; undefined until the speed is known. */
export function secondsLeft({ loaded, total, speed }: Progress): number | undefined {
  return speed > 0 ? Math.ceil((total - loaded) / speed) : undefined;
}

/** "62%, 8 s left" */
export function progressText(progress: Progress): string {
  const left = secondsLeft(progress);
  return left === undefined || left === 0
    ? `${percentOf(progress)}%`
    : `${percentOf(progress)}%, ${formatDuration(left)} left`;
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
