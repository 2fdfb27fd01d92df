"""What serves pages and tables, whatever they show: processes, static files, limits, log, metrics, environment."""
