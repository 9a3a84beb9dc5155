/** Words of the text part, in order. Numbers of a numbered list don't count: HTML generates them. */
export const wordsOfText = (text: string): string[] => wordsIn(text.replaceAll(/(?<=^|\n)\d+\. /gu, ""));

/** Words that a reader of the HTML sees, in order. The address of a link follows its label, as in the text part. */
export const wordsOfHtml = (html: string): string[] => wordsIn(visibleText(html));

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/[\u2060\u2068\u2069]/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu) ?? [];

function visibleText(html: string): string {
  return (
    html
      .replace(/<head>.*<\/head>/su, " ")
      .replace(/<div style="display:none[^>]*>.*?<\/div>/su, " ")
      .replaceAll(/<(td|table)\b[^>]*aria-hidden="true".*?<\/\1>/gsu, " ")
      .replaceAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gsu, "$2 $1 ")
      // Groups of a code stand apart without a character between them.
      .replaceAll("</span><span", "</span> <span")
      .replaceAll(/<(?:br|\/?(?:p|h1|h2|tr|td|div|table))\b[^>]*>/gu, " ")
      .replaceAll(/<[^>]*>/gu, "")
      .replaceAll("&#8288;", "")
      .replaceAll("&nbsp;", " ")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&")
  );
}
