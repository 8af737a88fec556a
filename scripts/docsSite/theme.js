// Before the first paint, so that a chosen theme does not flash.
const kept = localStorage.getItem('docs-theme');
if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
