/** The zeros of the scripts whose digits people write prices and years with, full-width ones included. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
  0x1810, 0xff10,
];

const marks: Readonly<Record<string, string>> = { '٫': '.', '٬': ',', '．': '.', '，': ',', '￥': '¥', '＄': '$' };
const other = /[٫٬．，￥＄]|(?!\d)\p{Nd}/gu;
const asciiOnly = /^[\0-\x7f]*$/;

function digit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((each) => code >= each && code < each + 10);
  return zero === undefined ? character : String(code - zero);
}

/** The same text with the digits, decimal marks and currency signs of ASCII: `٤٩٫٩٩` and `４９．９９` as `49.99`. */
export function withAsciiDigits(text: string): string {
  return asciiOnly.test(text) ? text : text.replace(other, (each) => marks[each] ?? digit(each));
}
