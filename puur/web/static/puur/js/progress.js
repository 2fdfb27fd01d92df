/** The page of one's progress: while deals are being judged it looks again by itself. */

const PAUSE = 4000;

if (document.querySelector("[data-working]")) setTimeout(() => location.reload(), PAUSE);
