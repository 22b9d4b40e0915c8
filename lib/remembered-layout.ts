/**
 * A script for the page's head: applies choices of this device that move what is beside them, before the first paint. They
 * are the width of the player, and whether the notes are open.
 */
export const markLayout =
  "try{const s=localStorage,d=document.documentElement.dataset;" +
  'if(s.getItem("lectern:theatre"))d.theatre="";if(s.getItem("lectern:notes:open"))d.notes=""}catch{}';
