/** @param ahead seconds; negative for a clock that is behind. */
export function clockSkewText(ahead: number): string {
  const direction = ahead > 0 ? "ahead" : "behind";
  return `This device’s clock is ${amount(Math.abs(ahead))} ${direction}. Correct it, or sign-in may fail.`;
}

function amount(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
