/** Hebrew, Arabic and the other scripts in use that run from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** True if some letters of the text run from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);
