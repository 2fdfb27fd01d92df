"""Addresses of the treasurer's, public, statistics and exchange pages of a club, whole from /clubs/ on."""

from __future__ import annotations

from django.urls import URLPattern, path

from puur.web.clubs.views import files, numbers, public, treasury, treasury_bank, treasury_bills, treasury_books, treasury_desk

office_patterns: list[URLPattern] = [
    path("<slug:slug>/money/", treasury.overview, name="club-money"),
    path("<slug:slug>/money/book/", treasury.book, name="club-money-book"),
    path("<slug:slug>/money/person/<str:person>/", treasury.person, name="club-money-person"),
    path("<slug:slug>/money/person/<str:person>/pay/", treasury.pay, name="club-money-pay"),
    path("<slug:slug>/money/person/<str:person>/charge/", treasury.charge, name="club-money-charge"),
    path("<slug:slug>/money/person/<str:person>/statement.pdf", treasury_bills.statement_pdf, name="club-money-statement"),
    path("<slug:slug>/money/reverse/", treasury.reverse_booking, name="club-money-reverse"),
    path("<slug:slug>/money/bills/", treasury_bills.bills, name="club-money-bills"),
    path("<slug:slug>/money/bills/all.pdf", treasury_bills.all_bills, name="club-money-bills-pdf"),
    path("<slug:slug>/money/bills/<int:number>.pdf", treasury_bills.bill, name="club-money-bill"),
    path("<slug:slug>/money/dunning/", treasury_bills.dunning, name="club-money-dunning"),
    path("<slug:slug>/money/notify/", treasury_desk.notify, name="club-money-notify"),
    path("<slug:slug>/money/account/", treasury_bills.creditor, name="club-money-creditor"),
    path("<slug:slug>/money/bank/", treasury_bank.bank, name="club-money-bank"),
    path("<slug:slug>/money/bank/assign/", treasury_bank.assign, name="club-money-assign"),
    path("<slug:slug>/money/beer/", treasury_desk.beer, name="club-money-beer"),
    path("<slug:slug>/money/fee/", treasury_desk.fee, name="club-money-fee"),
    path("<slug:slug>/money/ledger/", treasury_books.ledger, name="club-money-ledger"),
    path("<slug:slug>/money/all/", treasury_books.charge_all, name="club-money-all"),
    path("<slug:slug>/money/opening/", treasury_books.opening, name="club-money-opening"),
    path("<slug:slug>/money/accounting.txt", treasury_books.accounting_file, name="club-money-accounting"),
    path("<slug:slug>/money/year/<int:year>/budget/", treasury_books.budget, name="club-money-budget"),
    path("<slug:slug>/money/year/<int:year>/", treasury_books.year, name="club-money-year"),
    path("<slug:slug>/money/year/<int:year>.pdf", treasury_books.year_pdf, name="club-money-year-pdf"),
    path("<slug:slug>/days/<str:day>/desk/", treasury_desk.desk, name="club-money-desk"),
    path("<slug:slug>/me/statement.pdf", treasury_bills.my_statement, name="club-my-statement"),
    path("<slug:slug>/me/bill/<int:number>.pdf", treasury_bills.my_bill, name="club-my-bill"),
    path("<slug:slug>/public/", public.public, name="club-public"),
    path("<slug:slug>/public/<int:year>/", public.public, name="club-public-year"),
    path("<slug:slug>/public/names/", public.naming, name="club-public-names"),
    path("<slug:slug>/regelwerk.pdf", public.regelwerk, name="club-regelwerk"),
    path("<slug:slug>/calendar.ics", public.ics, name="club-ics"),
    path("<slug:slug>/feed/<str:token>.ics", public.feed, name="club-feed"),
    path("<slug:slug>/stats/", numbers.overview, name="club-stats"),
    path("<slug:slug>/stats/<str:person>/", numbers.person, name="club-stats-person"),
    path("<slug:slug>/data/", files.data, name="club-data"),
    path("<slug:slug>/data/export.zip", files.export, {"what": "zip"}, name="club-export"),
    path("<slug:slug>/data/export.jsonl", files.export, {"what": "jsonl"}, name="club-export-events"),
    path("<slug:slug>/data/standings-<int:year>.csv", files.standings_file, name="club-export-standings"),
    path("<slug:slug>/data/seasons/", files.seasons, name="club-import-seasons"),
    path("<slug:slug>/data/restore/", files.restore, name="club-restore"),
]
