import type { KeyboardEvent } from "react";

/**
 * A key that an input method takes, such as the Enter that accepts a Japanese word. Safari ends the composition before
 * that key, which only its code gives away (WebKit bug 165004).
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
