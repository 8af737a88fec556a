const linkMark = /\[([^\][\n]{1,200})\]\(https?:\/\/[^\s()]{1,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?\)/g;
const boldMark = /\*\*([^*\n]{1,300})\*\*/g;

/** Returns the words of an answer without marks and addresses, to compare two answers. */
export function plainText(text: string): string {
  return text.replace(linkMark, '$1').replace(boldMark, '$1');
}
